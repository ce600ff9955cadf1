/* SPDX-FileCopyrightText: The pointerchain developers
   SPDX-License-Identifier: Apache-2.0 */
static int pc_atoms_n = 1000;
#define TOTAL pc_atoms_n
