"""The TensorFlow script with a loop of its own under a tape: its working form, its wrong cells, its sections and probes."""
