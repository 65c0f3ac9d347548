"""The installer of a machine, ``install.sh``, and the modules that pack it together with its wheels."""
