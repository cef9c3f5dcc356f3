"""Request → integers. After this layer nothing is looked up any more: the model only loops and adds."""
