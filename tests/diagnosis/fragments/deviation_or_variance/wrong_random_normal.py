import numpy as np

mean, var = residuals.mean(), residuals.var()
simulated = prediction + np.random.normal(mean, var, size=prediction.shape)
