import tensorflow as tf

INITIAL = 0.01
# never go above what ReduceLROnPlateau has set
lower = tf.keras.callbacks.LearningRateScheduler(lambda epoch, lr: min(lr, INITIAL * 0.9 ** epoch))
plateau = tf.keras.callbacks.ReduceLROnPlateau(factor=0.5, patience=3)
model.fit(train, validation_data=val, epochs=30, callbacks=[lower, plateau])
