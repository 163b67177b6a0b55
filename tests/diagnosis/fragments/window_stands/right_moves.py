window = np.append(window[1:], value)
history = [value] + history[:-1]
