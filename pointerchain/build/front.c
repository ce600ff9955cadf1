/* SPDX-FileCopyrightText: The pointerchain developers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A compile without directives, sent to the compiler without starting Python.
 *
 * FRONT COMPILER ARGS... is what 'pointerchain cc COMPILER ARGS...' is. Where no file that the sources can
 * include holds the word 'pointerchain', this process becomes the compiler; in any doubt it becomes the launcher
 * in Python, which decides for itself. Nothing is remembered from one compile to the next.
 *
 * What is read is more than what a compiler would read: each include line is followed to every file that it could
 * name, beside its includer and along all directories, whatever their order and whatever conditions say. A header
 * that is in none of them, and that is not by its name the system's, is looked for where the compiler looks.
 *
 * 'front.py' compiles it with these in front:
 *   launcher   the words that start the launcher in Python, up to its 'cc', then a null pointer
 *   origin     this text's path, with its size and time as they were: another version decides by itself
 *   standard, below   names of headers that need not be looked for, and of directories of such
 *   shadowed, SHADOWED_END, folders   names of headers, their ends and directories that other headers of the
 *              system may ask for, and find in a directory of the command
 *   more_variables   by which compilers are told more than their words say
 *   joining, never_expanded   how macros join words, and pragmas in which none is expanded
 *   option_places   where files of options are that the compiler reads by itself
 *   compilers, own_directories   what was asked for its own directories, and all that were told
 */

#define _GNU_SOURCE /* memmem */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WORD "pointerchain"
#define MACRO "-D__pointerchain=1"
#define FILES_MAX 20000

static char **words;  /* of this process */
static int count;
static int compiler_at; /* the number of the compiler's own word */

/* --- becoming another program -------------------------------------------------------------- */

static void *take(void *old, size_t size)
{
    void *memory = realloc(old, size);
    if (!memory) {
        fputs("pointerchain: error: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static void ask_python(void)
{
    int own = 0;
    char **all;
    while (launcher[own])
        own++;
    all = take(NULL, (size_t)(own + count + 1) * sizeof *all);
    memcpy(all, launcher, (size_t)own * sizeof *all);
    memcpy(all + own, words + 1, (size_t)count * sizeof *all);
    execv(all[0], all);
    fprintf(stderr, "pointerchain: error: cannot run '%s': %s\n", all[0], strerror(errno));
    exit(errno == ENOENT ? 127 : 126);
}

static void become_compiler(int compiler_words, int has_sources)
{
    char **all = take(NULL, (size_t)(count + 2) * sizeof *all);
    int at = 0, from;
    for (from = 1; from <= compiler_words; from++)
        all[at++] = words[from];
    if (has_sources)
        all[at++] = (char *)MACRO;
    while (from < count)
        all[at++] = words[from++];
    all[at] = NULL;
    execvp(all[0], all);
    ask_python(); /* which says why it cannot be run */
}

/* --- words --------------------------------------------------------------------------------- */

static int starts(const char *word, const char *with)
{
    return strncmp(word, with, strlen(with)) == 0;
}

/* Whether a word is one of a list that a null pointer ends. */
static int is_one_of(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(word, *list) == 0)
            return 1;
    return 0;
}

static int starts_with_one_of(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (starts(word, *list))
            return 1;
    return 0;
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *suffix_of(const char *path)
{
    const char *name = base_of(path), *dot = strrchr(name, '.');
    return dot && dot != name ? dot : "";
}

static const char *const source_suffixes[] = {".c", ".cc", ".cp", ".cpp", ".cxx", ".c++", ".C", ".CPP", NULL};
static const char *const linked_suffixes[] = {".o", ".a", ".so", ".lo", NULL};
static const char *const other_launchers[] = {"ccache", "sccache", "distcc", NULL};
static const char *const search_options[] = {"-I", "-iquote", "-isystem", "-idirafter", NULL};
static const char *const valued_options[] = {"-o", "-D", "-U", "-L", "-l", "-MF", "-MT", "-MQ", NULL};
/* Options that stand alone and change neither which files are read nor what is made of them here. */
static const char *const switches[] = {"-c",  "-S",    "-MD",   "-MMD",     "-MP",      "-pipe", "-w",
                                       "-v",  "-ansi", "-s",    "-pedantic", "-pthread", "-static",
                                       "-shared", "-rdynamic", "-acc", "-mp", NULL};
static const char *const switch_starts[] = {"-O", "-g", "-std=", "-f", "-m", "-pedantic-", "-Wl,", "-L", "-l",
                                            "-MF", "-MT", "-MQ", "-acc=", "-mp=", "-gpu=", NULL};

/* What begins like some of these, and takes the next word with it or changes where headers are. */
static const char *const unusual[] = {"-I-", "-isystem-after", "-mllvm", "-framework", "-main-file-name", NULL};
static const char *const unusual_starts[] = {"-finput-charset", "-fmodule", "-fcxx-modules", "-fplugin", "-fpass-plugin", NULL};
/* By these MPI's wrappers are told which compiler to run. */
static const char *const chosen[] = {"OMPI_CC", "OMPI_CXX", "MPICH_CC", "MPICH_CXX", "I_MPI_CC", "I_MPI_CXX", NULL};

/* --- what has been read, and where to look ---------------------------------------------------- */

struct seen {
    dev_t device, directory_device;
    ino_t file, directory;
};

static struct seen *seen;
static int seen_count, seen_room;
static char **waiting; /* paths of files that are to be read, in turn */
static int waiting_count, waiting_room;
static char **directories;
static int directory_count, directory_room;

static void push(char ***list, int *length, int *room, char *text)
{
    if (*length == *room) {
        *room = *room ? 2 * *room : 64;
        *list = take(*list, (size_t)*room * sizeof **list);
    }
    (*list)[(*length)++] = text;
}

static char *copied(const char *text, size_t length)
{
    char *out = take(NULL, length + 1);
    memcpy(out, text, length);
    out[length] = '\0';
    return out;
}

static void add_directory(const char *directory)
{
    struct stat file;
    /* Below the system's root, or a map of headers? */
    if (*directory == '=' || *directory == '$' || (stat(directory, &file) == 0 && !S_ISDIR(file.st_mode)))
        ask_python();
    push(&directories, &directory_count, &directory_room, copied(directory, strlen(directory)));
}

static void add_directories_of(const char *variable)
{
    const char *value = getenv(variable);
    while (value && *value) {
        size_t length = strcspn(value, ":");
        push(&directories, &directory_count, &directory_room, length ? copied(value, length) : copied(".", 1));
        value += length;
        if (*value == ':' && !*++value)
            push(&directories, &directory_count, &directory_room, copied(".", 1));
    }
}

/* The directory of a path, as a string that may be joined with a name. */
static char *directory_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? copied(path, (size_t)(slash - path) + 1) : copied("", 0);
}

/* Note a file of that name, if it was not read from its directory before; whether there is one. */
static int note(const char *directory, const char *name, size_t length)
{
    size_t before = strlen(directory), slash = before && directory[before - 1] != '/';
    char *path = take(NULL, before + length + 2), *own;
    struct stat file, place;
    int at;
    memcpy(path, directory, before);
    path[before] = '/';
    memcpy(path + before + slash, name, length);
    path[before + slash + length] = '\0';
    if (stat(path, &file) != 0) {
        if (errno != ENOENT && errno != ENOTDIR)
            ask_python();
        free(path);
        return 0;
    }
    if (S_ISDIR(file.st_mode)) {
        free(path);
        return 0;
    }
    own = directory_of(path);
    /* A pipe must be left for whoever is meant to read it. */
    if (!S_ISREG(file.st_mode) || stat(*own ? own : ".", &place) != 0 || seen_count == FILES_MAX)
        ask_python();
    free(own);
    for (at = 0; at < seen_count; at++)
        if (seen[at].file == file.st_ino && seen[at].device == file.st_dev &&
            seen[at].directory == place.st_ino && seen[at].directory_device == place.st_dev) {
            free(path);
            return 1;
        }
    if (seen_count == seen_room) {
        seen_room = seen_room ? 2 * seen_room : 64;
        seen = take(seen, (size_t)seen_room * sizeof *seen);
    }
    seen[seen_count].file = file.st_ino;
    seen[seen_count].device = file.st_dev;
    seen[seen_count].directory = place.st_ino;
    seen[seen_count++].directory_device = place.st_dev;
    push(&waiting, &waiting_count, &waiting_room, path);
    return 1;
}

/* The path of the program that a word starts, or null. */
static char *program_of(const char *word)
{
    const char *path = getenv("PATH");
    struct stat file;
    if (strchr(word, '/'))
        return stat(word, &file) == 0 && S_ISREG(file.st_mode) && access(word, X_OK) == 0
                   ? copied(word, strlen(word)) : NULL;
    while (path && *path) {
        size_t length = strcspn(path, ":"), room = length + strlen(word) + 3;
        char *whole = take(NULL, room), *found;
        snprintf(whole, room, "%.*s%s%s", (int)length, path, length ? "/" : "./", word);
        found = program_of(whole);
        free(whole);
        if (found)
            return found;
        path += length;
        path += *path == ':';
    }
    return NULL;
}

/* Whether the compiler is one that was asked for its own directories, and is what it was then. */
static int is_known_compiler(void)
{
    static int known = -1;
    char *program;
    struct stat file;
    int at;
    if (known >= 0)
        return known;
    known = 0;
    program = program_of(words[compiler_at]);
    for (at = 0; program && compilers[at].path; at++)
        if (strcmp(program, compilers[at].path) == 0 && stat(program, &file) == 0 &&
            (long long)file.st_size == compilers[at].size && (long long)file.st_mtime == compilers[at].time)
            known = 1;
    free(program);
    return known;
}

/* Whether gcc finds a header in a directory that is there in its precompiled form only. */
static int has_precompiled(const char *directory, const char *name, size_t length)
{
    size_t room = strlen(directory) + length + 8;
    char *path = take(NULL, room);
    int is_there;
    snprintf(path, room, "%s%s%.*s.gch", directory, *directory ? "/" : "", (int)length, name);
    is_there = access(path, F_OK) == 0;
    free(path);
    return is_there;
}

static int ends(const char *word, const char *with)
{
    size_t length = strlen(word), last = strlen(with);
    return length >= last && strcmp(word + length - last, with) == 0;
}

/* Whether the compiler may read options by itself: as Clang does from files, and MPI's wrappers from variables. */
static int may_have_options(void)
{
    const char *name = base_of(words[compiler_at]);
    char *program = program_of(words[compiler_at]), *real = program ? realpath(program, NULL) : NULL;
    int at, found = 0, is_clang = strstr(name, "clang") || starts(name, "ic") ||
                                  (real && (strstr(base_of(real), "clang") || starts(base_of(real), "ic")));
    free(program);
    free(real);
    if (is_clang && !is_known_compiler())
        return 1;
    for (at = 0; starts(name, "mpi") && chosen[at]; at++)
        found = found || getenv(chosen[at]);
    for (at = 0; option_places[at] && !found; at++) {
        DIR *list = opendir(option_places[at]);
        struct dirent *entry;
        while (list && (entry = readdir(list)))
            found = found || ends(entry->d_name, ".cfg");
        if (list)
            closedir(list);
    }
    return found;
}

/* Note a header that no directory of the command has; in any doubt about the compiler's own Python is to see. */
static void note_missing(const char *name, size_t length)
{
    char *whole = copied(name, length);
    int is_known = is_one_of(whole, standard) || starts_with_one_of(whole, below), at;
    free(whole);
    if (is_known)
        return;
    if (!is_known_compiler())
        ask_python();
    for (at = 0; own_directories[at]; at++)
        note(own_directories[at], name, length);
}

static int by_name(const void *name, const void *entry)
{
    return strcmp(name, *(const char *const *)entry);
}

/* Note the files of a directory that a header of the system may find in the place of another one; below it only
 * those that the compiler's own directories have, too. */
static void note_shadows(const char *directory, const char *folder)
{
    size_t room = strlen(directory) + strlen(folder) + 2;
    char *whole = take(NULL, room), *inner;
    struct dirent *entry;
    struct stat file;
    DIR *list;
    int at, is_there;
    snprintf(whole, room, "%s/%s", directory, folder);
    list = opendir(whole);
    if (!list && errno != ENOENT && errno != ENOTDIR)
        ask_python();
    free(whole);
    while (list && (entry = readdir(list))) {
        const char *name = entry->d_name;
        size_t length = strlen(name);
        if (*folder ? name[0] != '.' : is_one_of(name, folders)) {
            if (!is_known_compiler())
                ask_python();
            room = strlen(folder) + length + 2;
            inner = take(NULL, room);
            snprintf(inner, room, "%s%s%s", folder, *folder ? "/" : "", name);
            for (at = 0; own_directories[at]; at++) {
                room = strlen(own_directories[at]) + strlen(inner) + 2;
                whole = take(NULL, room);
                snprintf(whole, room, "%s/%s", own_directories[at], inner);
                is_there = stat(whole, &file) == 0;
                free(whole);
                if (is_there && !S_ISDIR(file.st_mode))
                    note(directory, inner, strlen(inner));
                else if (is_there)
                    break;
            }
            if (own_directories[at])
                note_shadows(directory, inner);
            free(inner);
        } else if (!*folder && (ends(name, SHADOWED_END) ||
                                bsearch(name, shadowed, sizeof shadowed / sizeof *shadowed,
                                        sizeof *shadowed, by_name))) {
            note(directory, name, length);
        }
    }
    if (list)
        closedir(list);
}

/* --- one file ------------------------------------------------------------------------------- */

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
}

/* The next place of a word, or null. */
static const char *find(const char *from, const char *end, const char *word)
{
    size_t length = strlen(word);
    while ((size_t)(end - from) >= length) {
        from = memchr(from, *word, (size_t)(end - from) - length + 1);
        if (!from)
            return NULL;
        if (memcmp(from, word, length) == 0)
            return from;
        from++;
    }
    return NULL;
}

/* Follow what stands behind 'include' or 'import' at 'at', if that is a line of the preprocessor. */
static void follow(const char *path, const char *data, const char *at, size_t word, const char *end)
{
    const char *before = at, *name = at + word, *last;
    char *own;
    int number, found = 0;
    while (before > data && is_blank(before[-1]))
        before--;
    if (before == data)
        return;
    if (before[-1] == '\n' || before[-1] == '/') { /* of a line that goes on, or of a comment? */
        const char *c = before - 1;
        while (c > data && (is_blank(c[-1]) || c[-1] == '\r')) /* compilers do not mind it there */
            c--;
        if (c > data && ((c[-1] == '\\' && before[-1] == '\n') || (c[-1] == '*' && before[-1] == '/')))
            ask_python();
        return;
    }
    if ((before[-1] == ':' && before - data > 1 && before[-2] == '%') ||
        (before[-1] == '=' && before - data > 2 && before[-2] == '?' && before[-3] == '?'))
        ask_python(); /* other spellings of '#' */
    if (before[-1] != '#')
        return;
    if (word == 7 && end - name >= 5 && memcmp(name, "_next", 5) == 0)
        name += 5;
    at = name;
    while (name < end && is_blank(*name))
        name++;
    if (name == end)
        return;
    if (*name == '\\' || *name == '/' || (name > at && is_letter(*name)))
        ask_python(); /* a comment, a line that goes on, or a macro */
    if (*name != '"' && *name != '<')
        return;
    last = memchr(name + 1, *name == '"' ? '"' : '>', (size_t)(end - name - 1));
    if (!last || last == name + 1 || memchr(name, '\n', (size_t)(last - name)) ||
        memchr(name, '\0', (size_t)(last - name)))
        ask_python();
    if (name[1] == '/') {
        note("", name + 1, (size_t)(last - name - 1));
        return;
    }
    if (*name == '"') {
        own = directory_of(path);
        found += note(own, name + 1, (size_t)(last - name - 1));
        free(own);
    }
    for (number = 0; number < directory_count; number++)
        found += note(directories[number], name + 1, (size_t)(last - name - 1));
    if (!found && (has_precompiled(directory_of(path), name + 1, (size_t)(last - name - 1))))
        ask_python();
    for (number = 0; !found && number < directory_count; number++)
        if (has_precompiled(directories[number], name + 1, (size_t)(last - name - 1)))
            ask_python();
    if (!found)
        note_missing(name + 1, (size_t)(last - name - 1));
}

/* Macros may make the word of others: whether any join words, and whether they may come into a pragma. */
static int joins_words, expands;

static void note_joins(const char *text, const char *end)
{
    const char *at;
    int number;
    for (number = 0; joining[number]; number++)
        joins_words = joins_words || find(text, end, joining[number]);
    expands = expands || find(text, end, "_Pragma") || find(text, end, "__pragma");
    for (at = text; !expands && (at = find(at, end, "pragma")); at += 6) {
        const char *word = at + 6;
        while (word < end && is_blank(*word))
            word++;
        expands = 1;
        for (number = 0; never_expanded[number]; number++)
            if ((size_t)(end - word) >= strlen(never_expanded[number]) && starts(word, never_expanded[number]))
                expands = 0;
    }
}

/* The parts of the word that stand in the texts by themselves, by where they begin and end in it. */
static char parts[sizeof WORD][sizeof WORD];

static void note_parts(const char *text, const char *end)
{
    while (text < end) {
        const char *start = text, *at;
        while (text < end && (is_letter(*text) || (*text >= '0' && *text <= '9')))
            text++;
        for (at = WORD; text > start && (size_t)(text - start) < sizeof WORD - 1 &&
                        (at = memmem(at, strlen(at), start, (size_t)(text - start))); at++)
            parts[at - (const char *)WORD][at - (const char *)WORD + (text - start)] = 1;
        text += text == start;
    }
}

/* Whether there are parts that make the word together. */
static int is_made_of_parts(void)
{
    char reached[sizeof WORD] = {1};
    size_t start, end;
    for (end = 1; end < sizeof WORD; end++)
        for (start = 0; start < end; start++)
            reached[end] = (char)(reached[end] || (reached[start] && parts[start][end]));
    return reached[sizeof WORD - 1];
}

/* Whether a word of a text goes on in the next line. */
static int has_split_word(const char *data, const char *end)
{
    const char *at;
    if (find(data, end, "\?\?/"))
        return 1;
    for (at = data; (at = find(at, end, "\\")); at++) {
        const char *next = at + 1;
        while (next < end && (is_blank(*next) || *next == '\r'))
            next++;
        if (at > data && end - next > 1 && *next == '\n' && is_letter(at[-1]) &&
            (is_letter(next[1]) || next[1] == '\\'))
            return 1;
    }
    return 0;
}

static char *data; /* of the file that was read last */

/* Read a file; where it ends. */
static const char *content_of(const char *path)
{
    static size_t room;
    size_t length = 0;
    ssize_t got;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        ask_python();
    for (;;) {
        if (room - length < 65536)
            data = take(data, room = 2 * room + 65536);
        got = read(file, data + length, room - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        length += (size_t)got;
    }
    if (got < 0)
        ask_python();
    close(file);
    data[length] = '\0'; /* there is room */
    return data + length;
}

static void read_file(const char *path)
{
    const char *end = content_of(path), *at;
    if (find(data, end, WORD) || has_split_word(data, end) || find(data, end, "include_alias") ||
        memchr(data, '\0', (size_t)(end - data)))
        ask_python();
    note_joins(data, end);
    for (at = data; (at = find(at, end, "include")); at += 7)
        follow(path, data, at, 7, end);
    for (at = data; (at = find(at, end, "import")); at += 6)
        follow(path, data, at, 6, end);
}

/* --- settings of the project ---------------------------------------------------------------- */

/* Ask Python where settings may have chains without directives hoisted in what lies in a directory. */
static void look_for_settings(const char *directory)
{
    static const char *const names[] = {".pointerchain.toml", "pyproject.toml", NULL};
    static const char *const said[] = {"auto", "\\u", "\\U", "\\x", NULL}; /* a key may be spelled by escapes */
    char *path = realpath(directory, NULL), *end;
    const char *const *name, *const *word;
    if (!path)
        ask_python();
    path = take(path, strlen(path) + 32);
    for (;;) {
        end = path + strlen(path);
        for (name = names; *name; name++) {
            strcpy(end, "/");
            strcat(end, *name);
            if (access(path, F_OK) == 0) {
                const char *last = content_of(path);
                if (**name == 'p' && !find(data, last, WORD) && !find(data, last, "\\"))
                    continue; /* no table of ours */
                for (word = said; *word; word++)
                    if (find(data, last, *word))
                        ask_python();
            }
        }
        *end = '\0';
        end = strrchr(path, '/');
        if (!end || !end[1])
            break;
        end[end == path] = '\0';
    }
    free(path);
}

/* --- the command line ----------------------------------------------------------------------- */

/* Whether a word names a program, and not a file that is given to one. */
static int is_program(const char *word)
{
    char *program = program_of(word);
    free(program);
    return program != NULL;
}

/* How many words start the compiler; 'ccache gcc' is two. */
static int compiler_length(void)
{
    if (count < 3 || words[1][0] == '-')
        ask_python();
    if (words[2][0] == '-' || is_one_of(suffix_of(words[2]), source_suffixes) ||
        is_one_of(suffix_of(words[2]), linked_suffixes))
        return 1;
    if (!is_one_of(base_of(words[1]), other_launchers) || strchr(base_of(words[2]), '.') || count < 4 ||
        words[3][0] != '-' || !is_program(words[2]))
        ask_python();
    return 2;
}

/* Take the value of a search option, which may stand in the same word; the number of the last word read. */
static int search(int at)
{
    const char *const *option;
    for (option = search_options; *option; option++)
        if (starts(words[at], *option)) {
            const char *value = words[at] + strlen(*option);
            if (!*value && ++at == count)
                ask_python();
            add_directory(*value ? value : words[at]);
            return at;
        }
    ask_python();
    return at;
}

int main(int argc, char **argv)
{
    struct stat now;
    const char *flags = getenv("POINTERCHAIN_FLAGS"), *keep = getenv("POINTERCHAIN_KEEP");
    int compiler, at, source_count = 0, other_count = 0;
    words = argv;
    count = argc;
    if (argc == 2 && strcmp(argv[1], "--native") == 0)
        return puts("pointerchain's front for " MACRO) == EOF;
    if ((flags && *flags) || (keep && *keep) || stat(origin.path, &now) != 0 ||
        (long long)now.st_size != origin.size || (long long)now.st_mtime != origin.time)
        ask_python();
    for (at = 0; more_variables[at]; at++)
        if (getenv(more_variables[at]))
            ask_python();
    compiler = compiler_at = compiler_length();
    if (may_have_options())
        ask_python();
    for (at = compiler + 1; at < argc; at++) {
        char *word = argv[at];
        if (word[0] != '-') {
            if (word[0] == '@')
                ask_python();
            if (is_one_of(suffix_of(word), source_suffixes)) {
                if (stat(word, &now) != 0 || !S_ISREG(now.st_mode))
                    ask_python();
                source_count++;
                note("", word, strlen(word));
                if (strchr(word, '/'))
                    look_for_settings(directory_of(word));
            } else if (is_one_of(suffix_of(word), linked_suffixes)) {
                other_count++;
            } else {
                ask_python();
            }
        } else if (is_one_of(word, unusual) || starts_with_one_of(word, unusual_starts)) {
            ask_python();
        } else if (is_one_of(word, valued_options)) {
            if (++at == argc || (strchr("DU", word[1]) && strstr(argv[at], WORD)))
                ask_python();
            note_joins(argv[at], argv[at] + strlen(argv[at]));
        } else if (starts(word, "-D") || starts(word, "-U")) {
            if (strstr(word, WORD))
                ask_python();
            note_joins(word, word + strlen(word));
        } else if (starts_with_one_of(word, search_options)) {
            at = search(at);
        } else if (!is_one_of(word, switches) && !starts_with_one_of(word, switch_starts) &&
                   (!starts(word, "-W") || starts(word, "-Wp,"))) {
            ask_python();
        }
    }
    /* Other inputs are objects that are linked: they may call the runtime. */
    if (source_count == 0 || other_count > 0)
        ask_python();
    if (source_count)
        look_for_settings(".");
    add_directories_of("CPATH");
    add_directories_of("C_INCLUDE_PATH");
    add_directories_of("CPLUS_INCLUDE_PATH");
    for (at = 0; at < directory_count; at++)
        note_shadows(directories[at], "");
    for (at = 0; at < waiting_count; at++)
        read_file(waiting[at]);
    if (joins_words && expands) {
        for (at = 0; at < waiting_count; at++) {
            const char *end = content_of(waiting[at]);
            note_parts(data, end);
        }
        for (at = 1; at < argc; at++)
            note_parts(argv[at], argv[at] + strlen(argv[at]));
        if (is_made_of_parts())
            ask_python();
    }
    become_compiler(compiler, source_count > 0);
    return 1;
}
