"""Bias and variance, measured: 60 training sets, 60 polynomials, trained side by side in one Keras model.

EinsumDense with a member axis gives each training set its own coefficients; members share nothing.
"""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
from numpy.polynomial import legendre

MEMBERS, POINTS, SIGMA, STEPS = 60, 30, 0.3, 700
DEGREES = (1, 3, 5, 9, 13)


def truth(x):
    return np.sin(3.0 * x) + 0.3 * x


def features(x, degree):
    # (points, members) -> (points, members, degree + 1); Legendre: nearly uncorrelated on [-1, 1]
    return legendre.legvander(x, degree).astype("float32")


def polynomials(degree):
    inputs = keras.Input((MEMBERS, degree + 1))
    outputs = keras.layers.EinsumDense("bmi,mio->bmo", output_shape=(MEMBERS, 1), kernel_initializer="zeros")(inputs)
    model = keras.Model(inputs, outputs)
    # the learning rate falls to zero exactly at the last step
    rate = keras.optimizers.schedules.CosineDecay(0.05, decay_steps=STEPS)
    model.compile(optimizer=keras.optimizers.Adam(rate), loss="mse")
    return model


def main():
    keras.utils.set_random_seed(0)
    rng = np.random.default_rng(0)
    x_train = rng.uniform(-1, 1, (POINTS, MEMBERS))
    y_train = truth(x_train) + SIGMA * rng.standard_normal(x_train.shape)
    grid = np.sort(rng.uniform(-1, 1, 500))                    # new points, the same for all members
    x_test = np.repeat(grid[:, None], MEMBERS, axis=1)
    clean = truth(grid)
    y_test = clean[:, None] + SIGMA * rng.standard_normal(x_test.shape)  # fresh noise per member

    constant = np.mean((y_test - y_train.mean(axis=0)) ** 2)
    print(f"each member answers with the mean of its training set: test mse {constant:.3f}")
    print(f"noise: {SIGMA**2:.3f}\n")
    print(f"{'degree':>6} {'train':>8} {'bias^2':>8} {'variance':>9} {'sum+noise':>10} {'test mse':>9} {'lstsq':>8}")

    for degree in DEGREES:
        model = polynomials(degree)
        phi = features(x_train, degree)
        target = y_train[..., None].astype("float32")
        for _ in range(STEPS):
            model.train_on_batch(phi, target)                  # full batch

        train_mse = float(np.mean((model.predict_on_batch(phi)[..., 0] - y_train) ** 2))
        guess = np.asarray(model.predict_on_batch(features(x_test, degree)))[..., 0]      # (500, members)
        mean_guess = guess.mean(axis=1)
        # the mean over finitely many members is itself noisy; correct the squared bias for that
        variance = guess.var(axis=1, ddof=1).mean()
        bias2 = ((mean_guess - clean) ** 2).mean() - variance / MEMBERS
        test_mse = np.mean((guess - y_test) ** 2)

        # control: the exact least squares answer of every member
        exact = np.stack([legendre.legval(grid, legendre.legfit(x_train[:, m], y_train[:, m], degree))
                          for m in range(MEMBERS)], axis=1)
        exact_mse = np.mean((exact - y_test) ** 2)
        print(f"{degree:>6} {train_mse:>8.3f} {bias2:>8.4f} {variance:>9.4f} "
              f"{bias2 + variance + SIGMA**2:>10.3f} {test_mse:>9.3f} {exact_mse:>8.3f}")

    print("\nAt high degrees gradient descent may beat exact least squares: 700 steps from zero leave the")
    print("weakly determined directions near zero, which acts like a mild ridge penalty.")


if __name__ == "__main__":
    main()
