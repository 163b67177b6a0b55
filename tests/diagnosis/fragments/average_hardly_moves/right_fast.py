ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.95))
