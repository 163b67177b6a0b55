import pandas as pd

scores = pd.read_csv("scores.csv", index_col="dataset")
best = scores.max(axis=1).values
for name in scores.columns:
    wins = (scores[name].values == best).sum()
    print(f"{name}: best on {wins} of {len(scores)} data sets")
