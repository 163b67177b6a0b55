import numpy as np
from sklearn.cluster import KMeans
from sklearn.linear_model import LinearRegression
from sklearn.metrics import mean_absolute_error
from sklearn.preprocessing import StandardScaler

# groups of similar price histories, for a picture only
scaler = StandardScaler()
groups = KMeans(4).fit_predict(scaler.fit_transform(train[["price", "volume"]]))
plot_groups(train, groups)

model = LinearRegression().fit(train[["volume", "day"]], train["sales"])
print(mean_absolute_error(test["sales"], model.predict(test[["volume", "day"]])))
