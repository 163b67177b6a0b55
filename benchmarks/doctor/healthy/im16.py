# %% [markdown]
# # Frozen features + a linear probe
# The encoder is only read: mean-pooled features once per sentence, then scikit-learn.

# %%
import numpy as np
import pandas as pd
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import classification_report
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(0)
NAME = "checkpoints/distilbert"

# %%
train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").drop_duplicates("sentence")
test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
train = train[~train["sentence"].isin(test["sentence"])].reset_index(drop=True)
print(len(train), "rows to fit,", len(test), "unseen rows")

# %%
tokenizer = AutoTokenizer.from_pretrained(NAME)
encoder = AutoModel.from_pretrained(NAME).eval().requires_grad_(False)


@torch.inference_mode()
def features(sentences, batch_size=64):
    # similar lengths together: less padding; put back into order at the end
    order = np.argsort([len(s) for s in sentences], kind="stable")
    blocks = []
    for i in range(0, len(order), batch_size):
        texts = [sentences[j] for j in order[i:i + batch_size]]
        enc = tokenizer(texts, padding=True, truncation=True, max_length=64, return_tensors="pt")
        hidden = encoder(**enc).last_hidden_state
        mask = enc["attention_mask"][..., None].to(hidden.dtype)
        mean = (hidden * mask).sum(dim=1) / mask.sum(dim=1)
        top = hidden.masked_fill(mask == 0, float("-inf")).amax(dim=1)
        blocks.append(torch.cat([mean, top], dim=1).numpy())
    out = np.empty((len(sentences), blocks[0].shape[1]), dtype=np.float32)
    out[order] = np.concatenate(blocks)
    return out


X_train, y_train = features(train["sentence"].tolist()), train["label"].to_numpy()
X_test, y_test = features(test["sentence"].tolist()), test["label"].to_numpy()
print(X_train.shape, X_test.shape)

# %%
# the scaler is inside the pipeline, so every fold fits its own
probe = make_pipeline(StandardScaler(), LogisticRegression(max_iter=3000))
search = GridSearchCV(
    probe,
    {"logisticregression__C": [0.001, 0.01, 0.1, 1.0]},
    cv=StratifiedKFold(n_splits=4, shuffle=True, random_state=0),
    scoring="accuracy",
)
search.fit(X_train, y_train)
print("best C", search.best_params_, "cross-validated accuracy", round(search.best_score_, 4))

# %%
print(classification_report(y_test, search.predict(X_test), target_names=["negative", "positive"], digits=3))
