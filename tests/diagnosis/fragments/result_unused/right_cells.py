# %% [markdown]
# ## A first look at the data

# %%
import pandas as pd

runs = pd.read_csv("runs.csv")
runs.head()

# %%
runs.sort_values("val_acc", ascending=False)

# %%
runs.sample(5)

# %%
runs = runs[runs.val_acc > 0.5]
runs.groupby("lr").val_acc.mean().plot.bar()
