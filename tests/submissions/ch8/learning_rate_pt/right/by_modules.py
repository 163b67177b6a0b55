import torch
from torch import nn
from torch.optim.lr_scheduler import LambdaLR


def make_scheduled_optimizer(model, learning_rate, warmup_steps, total_steps, weight_decay):
    spared = set()
    for module in model.modules():
        for name, parameter in module.named_parameters(recurse=False):
            if isinstance(module, nn.LayerNorm) or name == "bias":
                spared.add(parameter)
    groups = [
        {"params": [p for p in model.parameters() if p not in spared]},
        {"params": list(spared), "weight_decay": 0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=learning_rate, weight_decay=weight_decay)

    def factor(step):
        if step < warmup_steps:
            return step / warmup_steps
        return (total_steps - step) / (total_steps - warmup_steps)

    return optimizer, LambdaLR(optimizer, factor)
