/** Maximum length of a project's name, after trimming. */
export const PROJECT_NAME_MAX = 200;

/** Maximum length of a description. It is sent to the assistant with every delegated task of the project. */
export const PROJECT_DESCRIPTION_MAX = 5000;
