"""The fault campaign: nothing that was acknowledged is lost, whatever fails, dies, or is cut off at the worst moment.

``simulated`` is the whole server in virtual time, with faults by the thousand; the others are real processes that are
killed, whose disk is full or damaged, and whose power is cut.  ``histories`` judges what clients saw by the log.
"""
