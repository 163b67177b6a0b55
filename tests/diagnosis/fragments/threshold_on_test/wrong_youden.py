import numpy as np
from sklearn.metrics import confusion_matrix, roc_curve

p_te = torch.sigmoid(net(x_te)).numpy()
fpr, tpr, cutoffs = roc_curve(y_te, p_te)
cutoff = cutoffs[np.argmax(tpr - fpr)]
print(confusion_matrix(y_te, p_te >= cutoff))
