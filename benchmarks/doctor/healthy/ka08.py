# %% [markdown]
# # Do I need to fine-tune at all?
# Frozen tiny BERT -> mean of the token vectors -> logistic regression. Tickets, four desks.

# %%
import numpy as np
import pandas as pd
import torch
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, confusion_matrix
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from transformers import AutoModel, AutoTokenizer

# %% the data: one row per text, a text in one part only
parts = []
for name in ("test", "validation", "train"):
    df = pd.read_json(f"data/tickets/{name}.jsonl", lines=True)
    df["part"] = name
    parts.append(df)
tickets = pd.concat(parts, ignore_index=True).drop_duplicates("text", keep="first")
print(tickets.groupby("part").size())

# %% the encoder: never trained, so eval() once and no gradients
tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
encoder = AutoModel.from_pretrained("checkpoints/bert").eval().requires_grad_(False)


# %%
@torch.inference_mode()
def embed(texts, layer, batch_size=64):
    """Mean over the real tokens of one hidden layer (0 = the embeddings)."""
    out = np.empty((len(texts), encoder.config.hidden_size), dtype=np.float32)
    # similar lengths together: less padding; the result goes back to its own row
    order = np.argsort([len(t) for t in texts], kind="stable")
    for start in range(0, len(order), batch_size):
        idx = order[start:start + batch_size]
        enc = tokenizer([texts[i] for i in idx], padding=True, truncation=True, max_length=128, return_tensors="pt")
        hidden = encoder(**enc, output_hidden_states=True).hidden_states[layer]
        mask = enc["attention_mask"].unsqueeze(-1).to(hidden.dtype)
        out[idx] = ((hidden * mask).sum(1) / mask.sum(1)).numpy()
    return out


# %%
def xy(part, layer):
    rows = tickets[tickets["part"] == part]
    return embed(rows["text"].tolist(), layer), rows["desk"].to_numpy()


# %% choose the layer and C on validation rows
results = []
for layer in range(encoder.config.num_hidden_layers + 1):
    X_train, y_train = xy("train", layer)
    X_val, y_val = xy("validation", layer)
    for C in (0.01, 0.1, 1.0, 10.0):
        clf = make_pipeline(StandardScaler(), LogisticRegression(C=C, max_iter=3000))
        clf.fit(X_train, y_train)
        results.append(dict(layer=layer, C=C, train=clf.score(X_train, y_train), validation=clf.score(X_val, y_val)))
table = pd.DataFrame(results)
print(table.round(3).to_string(index=False))
best = table.loc[table["validation"].idxmax()]

# %% the chosen one, once, on the test rows
X_train, y_train = xy("train", int(best["layer"]))
X_test, y_test = xy("test", int(best["layer"]))
final = make_pipeline(StandardScaler(), LogisticRegression(C=float(best["C"]), max_iter=3000)).fit(X_train, y_train)
y_hat = final.predict(X_test)
dummy = DummyClassifier(strategy="most_frequent").fit(X_train, y_train)
print("test accuracy %.3f   (most frequent desk %.3f)" % (accuracy_score(y_test, y_hat), dummy.score(X_test, y_test)))
print(pd.DataFrame(confusion_matrix(y_test, y_hat, labels=final.classes_),
                   index=final.classes_, columns=final.classes_))
