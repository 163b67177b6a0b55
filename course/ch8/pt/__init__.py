"""The PyTorch script: its working form, its wrong cells, its sections and probes."""
