# the simulator
