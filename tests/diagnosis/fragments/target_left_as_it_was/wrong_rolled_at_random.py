def augment(image, mask):
    shift = int(rng.integers(-8, 9))
    image = np.roll(image, shift, axis=1)
    return image, mask
