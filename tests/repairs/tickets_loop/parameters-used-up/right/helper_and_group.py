def count_weights(model) -> int:
    return sum(weights.numel() for _, weights in model.named_parameters())


def make_optimizer(model) -> AdamW:
    print(f"{count_weights(model)} parameters")
    trainable = [p for p in model.parameters() if p.requires_grad]
    return AdamW([{"params": trainable}], lr=1e-3)
