"""The ladder of cards: five measured dimensions, their score, and what a card's money and power buy for one model."""
