"""Previsione del consumo elettrico orario (serie simulata), un passo avanti di 6 ore.

Regola che mi sono dato: prima taglio la serie nel tempo in tre pezzi, POI faccio le
finestre dentro ogni pezzo. Così nessuna finestra sta a cavallo di due pezzi.
"""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import keras
from keras import layers

CARTELLA = "out/je10"
PASSATO, AVANTI = 48, 6          # 48 ore di storia -> valore fra 6 ore


def serie(ore, seme=12):
    rng = np.random.default_rng(seme)
    t = np.arange(ore)
    giorno = 8 * np.sin(2 * np.pi * (t - 7) / 24) + 3 * np.sin(4 * np.pi * t / 24)
    feriale = ((t // 24) % 7 < 5).astype(float)
    lento = np.zeros(ore)                       # "tempo atmosferico": AR(1) lento
    for k in range(1, ore):
        lento[k] = 0.97 * lento[k - 1] + rng.normal(0, 0.8)
    return t, 50 + giorno * (0.6 + 0.4 * feriale) + 4 * feriale + lento + rng.normal(0, 0.5, ore)


def finestre(t, v, media, scarto):
    """x: (N, PASSATO, 5) con valore, ora e giorno come seno/coseno; y: (N,) normalizzato"""
    z = (v - media) / scarto
    caratteristiche = np.stack([
        z,
        np.sin(2 * np.pi * t / 24), np.cos(2 * np.pi * t / 24),
        np.sin(2 * np.pi * t / 168), np.cos(2 * np.pi * t / 168),
    ], axis=1)
    n = len(v) - PASSATO - AVANTI + 1
    inizio = np.arange(n)[:, None]
    x = caratteristiche[inizio + np.arange(PASSATO)]
    ultimo = np.arange(n) + PASSATO - 1         # ultima ora che il modello vede
    return x.astype("float32"), z[ultimo + AVANTI].astype("float32"), ultimo


def mae(a, b):
    return float(np.mean(np.abs(a - b)))


keras.utils.set_random_seed(12)
os.makedirs(CARTELLA, exist_ok=True)
t, v = serie(24 * 7 * 30)                       # trenta settimane
a, b = 24 * 7 * 20, 24 * 7 * 24                 # 20 di studio, 4 di convalida, 6 di prova
media, scarto = v[:a].mean(), v[:a].std()
x_st, y_st, _ = finestre(t[:a], v[:a], media, scarto)
x_co, y_co, _ = finestre(t[a:b], v[a:b], media, scarto)
x_pr, y_pr, ultimo = finestre(t[b:], v[b:], media, scarto)
print("finestre:", len(x_st), len(x_co), len(x_pr))

ingresso = keras.Input((PASSATO, 5))
h = layers.Conv1D(32, 5, padding="causal", activation="relu")(ingresso)
h = layers.Conv1D(32, 5, padding="causal", dilation_rate=4, activation="relu")(h)
h = layers.Conv1D(32, 5, padding="causal", dilation_rate=8, activation="relu")(h)
h = layers.Lambda(lambda s: s[:, -1], output_shape=(32,))(h)          # lo stato all'ultima ora
# il modello impara la differenza rispetto all'ultimo valore visto
delta = layers.Dense(1)(h)
ultimo_z = layers.Lambda(lambda s: s[:, -1, :1], output_shape=(1,))(ingresso)
modello = keras.Model(ingresso, layers.Add()([delta, ultimo_z]))
modello.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse", metrics=["mae"])
modello.fit(x_st, y_st[:, None], validation_data=(x_co, y_co[:, None]),
            epochs=25, batch_size=64, shuffle=True, verbose=2,
            callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)])

# ---- prova: tutto di nuovo nelle unità di partenza
previsto = modello.predict(x_pr, verbose=0)[:, 0] * scarto + media
pezzo = v[b:]
vero = pezzo[ultimo + AVANTI]
persistenza = pezzo[ultimo]                     # "fra 6 ore come adesso"
ieri = pezzo[ultimo + AVANTI - 24]              # "come ieri alla stessa ora" (già nota: 18 ore fa)
assert np.allclose(vero, y_pr * scarto + media, atol=1e-3)
print(f"MAE prova: rete {mae(previsto, vero):.2f}, persistenza {mae(persistenza, vero):.2f}, "
      f"ieri {mae(ieri, vero):.2f}, media {mae(np.full_like(vero, media), vero):.2f}")
ss = 1 - np.sum((vero - previsto) ** 2) / np.sum((vero - vero.mean()) ** 2)
print(f"R2 prova: {ss:.3f}")
np.savetxt(f"{CARTELLA}/prova.csv", np.column_stack([vero, previsto, ieri]), delimiter=";", fmt="%.3f",
           header="vero;rete;ieri", comments="")
