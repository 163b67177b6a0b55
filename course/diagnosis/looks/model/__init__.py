"""Layers, outputs, weights, and what of the model is trained."""
