import torch


def hard_attention(scores, temperature=1.0):
    """Straight-through: one-hot in the forward pass, softmax in the backward pass."""
    soft = torch.softmax(scores / temperature, dim=-1)
    hard = (soft == soft.max(dim=-1, keepdim=True).values).float()
    return hard - soft.detach() + soft
