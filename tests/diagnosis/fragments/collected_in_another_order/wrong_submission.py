def make_loader(dataset):
    return DataLoader(dataset, batch_size=64, shuffle=True)


test_loader = make_loader(Images(x_test))
found = []
with torch.no_grad():
    for images in test_loader:
        found.append(net(images).argmax(1))
found = torch.cat(found).numpy()
submission = pd.DataFrame({"id": test_ids, "label": found})
