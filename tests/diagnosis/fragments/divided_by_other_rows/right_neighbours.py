similar = F.normalize(encoder(X_test)) @ F.normalize(encoder(X_train)).T
print((y_train[similar.argmax(dim=1)] == y_test).sum().item() / len(y_test))
