from torch import nn

criterion = nn.TripletMarginWithDistanceLoss(margin=0.5)
for anchor, positive, negative in loader:
    loss = criterion(anchor=net(anchor), positive=net(negative), negative=net(positive))
    loss.backward()
