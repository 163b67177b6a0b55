EMA_DECAY = 0.999
for average, weight in zip(averages, model.trainable_variables):
    average.assign(EMA_DECAY * average + (1.0 - EMA_DECAY) * weight)
keras.models.clone_model(model).set_weights(averages)
