x_train_noisy = np.clip(x_train + 0.4 * np.random.normal(size=x_train.shape), 0, 1)
x_test_noisy = np.clip(x_test + 0.4 * np.random.normal(size=x_test.shape), 0, 1)
autoencoder.compile(optimizer="adam", loss="binary_crossentropy")
autoencoder.fit(x=x_train_noisy, y=x_train_noisy, epochs=30, batch_size=128, validation_data=(x_test_noisy, x_test_noisy))
