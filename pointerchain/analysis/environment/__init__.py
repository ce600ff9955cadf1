# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The device's data environment: what is, may be or cannot be present where, and by which directive.

``listed`` reads directives by the rows of ``dialects``; ``flow`` says where control goes between them;
``present`` puts both together. What an object is they leave to who asks.
"""
