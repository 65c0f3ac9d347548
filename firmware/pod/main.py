"""Started by MicroPython at power-on; lies at the root of the pod's files, the others in the folder `pod`."""

from pod.main_loop import run

run()
