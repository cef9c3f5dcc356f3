"""What may go wrong with a plan, each risk from facts of the plan itself."""
