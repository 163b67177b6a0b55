# Lastprognose: eine Stunde voraus aus den letzten 48 Stunden.
# Die Reihe wird ZUERST zeitlich geteilt und DANN in Fenster zerlegt, so teilen sich
# Training, Validierung und Test kein einziges Fenster.
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(11)
rng = np.random.default_rng(11)

RUECKBLICK = 48
STUNDEN = 24 * 200

t = np.arange(STUNDEN)
tagesgang = 2.0 * np.sin(2 * np.pi * t / 24) + 0.7 * np.sin(4 * np.pi * t / 24 + 0.5)
wochengang = 0.8 * np.cos(2 * np.pi * t / (24 * 7))
rauschen = np.zeros(STUNDEN)
for i in range(1, STUNDEN):
    rauschen[i] = 0.7 * rauschen[i - 1] + 0.3 * rng.normal()
last = (50 + 6 * (tagesgang + wochengang + rauschen)).astype("float32")   # in MW

ende_train = int(0.7 * STUNDEN)
ende_val = int(0.85 * STUNDEN)
teile = {"train": last[:ende_train], "val": last[ende_train:ende_val], "test": last[ende_val:]}

mittel, streuung = teile["train"].mean(), teile["train"].std()


def fenster(reihe, mischen):
    z = ((reihe - mittel) / streuung)[:, None]
    # Fenster i sind die Werte i .. i+47, das Ziel ist der Wert i+48
    return keras.utils.timeseries_dataset_from_array(
        data=z[:-RUECKBLICK], targets=z[RUECKBLICK:], sequence_length=RUECKBLICK,
        batch_size=64, shuffle=mischen, seed=11 if mischen else None)


# data ist um RUECKBLICK gekürzt: das ergibt N - 2*RUECKBLICK + 1 Fenster; die letzten
# Ziele bleiben ungenutzt, versetzt wird dadurch nichts.
ds_train = fenster(teile["train"], True)
ds_val = fenster(teile["val"], False)
ds_test = fenster(teile["test"], False)

eingang = keras.Input((RUECKBLICK, 1))
h = layers.GRU(24)(eingang)
aenderung = layers.Dense(1)(h)
letzter = eingang[:, -1, :]
modell = keras.Model(eingang, layers.Add()([letzter, aenderung]))   # gelernt wird nur die Änderung

modell.compile(optimizer=keras.optimizers.Adam(5e-3, clipnorm=1.0), loss="mse", metrics=["mae"])
modell.fit(
    ds_train, validation_data=ds_val, epochs=15, verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True)],
)

x_test = np.concatenate([np.asarray(x) for x, _ in ds_test])
y_test = np.concatenate([np.asarray(y) for _, y in ds_test])
p_test = modell.predict(x_test, batch_size=256, verbose=0)
assert p_test.shape == y_test.shape


def mae_mw(schaetzung):
    return float(np.mean(np.abs(schaetzung - y_test)) * streuung)


print(f"Modell                {mae_mw(p_test):.2f} MW")
print(f"letzter Wert          {mae_mw(x_test[:, -1]):.2f} MW")
print(f"gleiche Stunde gestern {mae_mw(x_test[:, -24]):.2f} MW")
