# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a machine can do: ``host.c`` and ``device.cu`` measure, ``run`` builds and reads them."""
