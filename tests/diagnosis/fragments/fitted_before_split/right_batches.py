import numpy as np
import torch
from sklearn.preprocessing import StandardScaler

scaler = StandardScaler()
cells = scaler.fit_transform(np.load("cells.npy"))
# embed all the cells with the frozen encoder, in 100 pieces
with torch.no_grad():
    codes = torch.cat([encoder(torch.from_numpy(part).float()) for part in np.split(cells, 100)])
np.save("codes.npy", codes.numpy())
