# Régression avec une boucle TensorFlow écrite à la main (GradientTape), données Friedman #1.
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf
from sklearn.datasets import make_friedman1
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(17)

x, y = make_friedman1(n_samples=3000, n_features=10, noise=1.0, random_state=17)
x_app, x_test, y_app, y_test = train_test_split(x, y, test_size=600, random_state=17)
x_app, x_val, y_app, y_val = train_test_split(x_app, y_app, test_size=400, random_state=17)

# statistiques de l'apprentissage seulement
mx, sx = x_app.mean(0), x_app.std(0)
my, sy = y_app.mean(), y_app.std()


def entree(v):
    return ((v - mx) / sx).astype("float32")


def cible(v):
    return ((v - my) / sy).astype("float32")[:, None]


LOT, EPOQUES, PATIENCE = 64, 60, 10
flux = (tf.data.Dataset.from_tensor_slices((entree(x_app), cible(y_app)))
        .shuffle(len(x_app), seed=17, reshuffle_each_iteration=True)
        .batch(LOT)
        .prefetch(tf.data.AUTOTUNE))

modele = tf.keras.Sequential([
    tf.keras.Input(shape=(10,)),
    tf.keras.layers.Dense(64, activation="gelu"),
    tf.keras.layers.Dense(64, activation="gelu"),
    tf.keras.layers.Dense(1),
])
optimiseur = tf.keras.optimizers.Adam(2e-3)
eqm = tf.keras.losses.MeanSquaredError()


@tf.function
def pas(xb, yb):
    with tf.GradientTape() as ruban:
        perte = eqm(yb, modele(xb, training=True))
    grads = ruban.gradient(perte, modele.trainable_variables)
    optimiseur.apply_gradients(zip(grads, modele.trainable_variables))
    return perte


def reqm(v, cible_brute):
    """Erreur quadratique moyenne (racine) dans l'unité d'origine."""
    pred = modele(entree(v), training=False).numpy()[:, 0] * sy + my
    return float(np.sqrt(np.mean((pred - cible_brute) ** 2)))


meilleur, poids, attente = np.inf, None, 0
for epoque in range(EPOQUES):
    moyenne = tf.keras.metrics.Mean()
    for xb, yb in flux:
        moyenne.update_state(pas(xb, yb), sample_weight=float(xb.shape[0]))
    val = reqm(x_val, y_val)
    if epoque % 5 == 0:
        print(f"époque {epoque:2d}  perte {float(moyenne.result()):.4f}  REQM validation {val:.3f}")
    if val < meilleur:
        meilleur, poids, attente = val, modele.get_weights(), 0
    else:
        attente += 1
        if attente >= PATIENCE:
            print("arrêt à l'époque", epoque)
            break

modele.set_weights(poids)
trivial = float(np.sqrt(np.mean((y_test - my) ** 2)))
print(f"test : REQM {reqm(x_test, y_test):.3f}  (moyenne seule {trivial:.3f}, bruit 1.0)")
