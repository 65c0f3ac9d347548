"""What leads a maker through a wired table or a pod for the first time: pins that are listened to and parts that are
driven one by one, before anybody knows whether the wiring is right.
"""
