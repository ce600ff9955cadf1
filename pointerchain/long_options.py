# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Options that compilers know under a long name, too. Loaded in every compile."""

SHORT = {
    "--define-macro": "-D",
    "--undefine-macro": "-U",
    "--include-directory": "-I",
    "--include-directory-after": "-idirafter",
    "--include": "-include",
    "--imacros": "-imacros",
    "--language": "-x",
    "--output": "-o",
}
