"""Does anything reach somebody who may not know it?  Twin servers, and times by the thousand.

``twins``: exactly, in virtual time.  Two servers run the same table, but for a card that a viewer cannot see; every
byte that reaches anybody but its holder must be the same, at the same moment.  ``times``: in real processes, whether
somebody holds the answer to a hazard must not show in how long its window is open.
"""
