"""The PyTorch script with Accelerate: its working form, its wrong cells, its sections and probes."""
