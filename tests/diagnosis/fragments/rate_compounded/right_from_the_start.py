BASE = 1e-3
callback = LearningRateScheduler(lambda epoch, lr: BASE * 0.9**epoch)
