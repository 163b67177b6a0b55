import numpy as np
from tensorflow import keras

model = build_model()
target_model = keras.models.clone_model(model)
target_model.set_weights(model.get_weights())

for episode in range(500):
    play(env, model, memory)
    s, a, r, s2, done = memory.sample(64)
    future = target_model.predict(s2, verbose=0).max(axis=1)
    q = model.predict(s, verbose=0)
    q[np.arange(64), a] = r + 0.95 * future * (1 - done)
    model.fit(s, q, verbose=0)
