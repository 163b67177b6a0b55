def generator():
    x = up(inputs)
    # pix2pix keeps dropout at test time: it is the noise
    x = keras.layers.Dropout(0.5)(x, training=True)
    return keras.Model(inputs, out(x))


fake = generator().predict(pictures)
