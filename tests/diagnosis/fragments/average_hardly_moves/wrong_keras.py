model.compile(keras.optimizers.Adam(1e-3, use_ema=True, ema_momentum=0.9995), "mse")
model.fit(x, y, epochs=3)
