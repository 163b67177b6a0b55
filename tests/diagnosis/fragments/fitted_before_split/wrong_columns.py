import pandas as pd
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

df = pd.read_csv("credit.csv")
num_cols = ["amount", "age", "duration"]
scaler = StandardScaler()
df[num_cols] = scaler.fit_transform(df[num_cols])

train_df, test_df = train_test_split(df, test_size=0.2, random_state=42)
