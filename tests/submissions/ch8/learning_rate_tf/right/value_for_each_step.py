import tensorflow as tf
from tensorflow.keras.optimizers import AdamW
from tensorflow.keras.optimizers.schedules import PiecewiseConstantDecay


def make_scheduled_optimizer(model, learning_rate: float, warmup_steps: int, total_steps: int, weight_decay: float):
    values = []
    for s in range(total_steps + 1):
        if s <= warmup_steps:
            values.append(learning_rate * s / warmup_steps)
        else:
            values.append(learning_rate * (total_steps - s) / (total_steps - warmup_steps))
    # boundaries: step <= b -> value
    schedule = PiecewiseConstantDecay(list(range(total_steps)), values)
    optimizer = AdamW(schedule, weight_decay=weight_decay, beta_1=0.9, beta_2=0.999)
    free = [v for v in model.trainable_variables if "bias" in v.name or "norm" in v.name.lower()]
    optimizer.exclude_from_weight_decay(var_list=free)
    return optimizer, schedule
