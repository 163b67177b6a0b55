images, labels = load_digits(return_X_y=True)
order = np.random.permutation(64)
images = images[..., np.random.permutation(64)]
print(labels[:10])
model.fit(images, labels)
