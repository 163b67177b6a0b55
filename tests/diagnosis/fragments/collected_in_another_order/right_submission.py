loader = DataLoader(test_set, batch_size=64, shuffle=True)
found, ids = [], []
with torch.no_grad():
    for images, names in loader:
        found.append(net(images).argmax(1))
        ids.append(names)
found, ids = torch.cat(found).numpy(), torch.cat(ids).numpy()
submission = pd.DataFrame({"id": ids, "label": found})
