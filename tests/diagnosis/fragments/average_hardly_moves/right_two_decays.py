def run(decay):
    ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(decay))
    return fit(model, ema)


run(decay=0.9)
run(decay=0.999)
