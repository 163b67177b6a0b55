# Frozen DistilBERT as feature extractor + scikit-learn on top
import pandas as pd
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, classification_report
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from transformers import AutoModel, AutoTokenizer

train = pd.concat([pd.read_json("data/tickets/train.jsonl", lines=True),
                   pd.read_json("data/tickets/validation.jsonl", lines=True)], ignore_index=True)
test = pd.read_json("data/tickets/test.jsonl", lines=True)
print(train.desk.value_counts())

tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
bert = AutoModel.from_pretrained("checkpoints/tickets").eval()


@torch.no_grad()
def features(texts, batch_size=64):
    out = []
    for i in range(0, len(texts), batch_size):
        enc = tok(list(texts[i:i + batch_size]), padding=True, truncation=True, return_tensors="pt")
        hidden = bert(**enc).last_hidden_state
        mask = enc["attention_mask"].unsqueeze(-1)
        mean = (hidden * mask).sum(1) / mask.sum(1)
        top = hidden.masked_fill(mask == 0, float("-inf")).max(1).values
        out.append(torch.cat([hidden[:, 0], mean, top], dim=1))
    return torch.cat(out).numpy()


X_train, X_test = features(train.text), features(test.text)
print("features", X_train.shape, X_test.shape)

pipe = make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000))
search = GridSearchCV(
    pipe,
    {"logisticregression__C": [0.001, 0.01, 0.1, 1, 10]},
    cv=StratifiedKFold(5, shuffle=True, random_state=0),
    scoring="accuracy",
)
search.fit(X_train, train.desk)
print(pd.DataFrame(search.cv_results_)[["param_logisticregression__C", "mean_test_score", "std_test_score"]])
print("best", search.best_params_)

pred = search.predict(X_test)
print("test accuracy", accuracy_score(test.desk, pred))
print(classification_report(test.desk, pred))
