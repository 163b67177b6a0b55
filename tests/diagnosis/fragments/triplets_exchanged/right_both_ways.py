import torch
from torch import nn

criterion = nn.TripletMarginLoss(margin=1.0)
for pos1, pos2, neg1, neg2 in loader:
    pos1, pos2, neg1, neg2 = map(net, (pos1, pos2, neg1, neg2))
    # either class is the anchor once
    loss = criterion(pos1, pos2, neg1) + criterion(neg1, neg2, pos1)
    loss.backward()
