/** Characters of a project's name, after trimming. */
export const PROJECT_NAME_MAX = 200;

/** Characters of a description. It goes to the assistant with every delegated task of the project. */
export const PROJECT_DESCRIPTION_MAX = 5000;
