# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Map: sources with compute constructs -> the same sources with the data clauses that these need.

``#pragma omp target teams distribute parallel for`` over ``s->f->t[i]``  ->  the same with
``map(tofrom: s->f->t[0:s->f->n]) pointerchain(s->f->t, s->f->n)``.
"""
